//! Where the two files of a log lie on its line of positions; it touches no file.

/// Positions go on growing over a rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// Position of the first byte of the backup.
    pub(super) oldest: u64,
    /// Position of the first byte of the current file.
    pub(super) base: u64,
    /// Position after the last byte.
    pub(super) end: u64,
}

impl Extent {
    /// Of a backup and a current file of these sizes.
    pub(super) fn of(backup: u64, current: u64) -> Self {
        Self { oldest: 0, base: backup, end: backup + current }
    }

    /// Bytes of the current file.
    pub(super) fn current(&self) -> u64 {
        self.end - self.base
    }

    /// The current file became the backup.
    pub(super) fn rotate(&mut self) {
        self.oldest = self.base;
        self.base = self.end;
    }

    /// The current file has this size, whatever was thought. A shorter one was cut or made anew by
    /// somebody: its bytes get new positions, and the backup moves up to them.
    pub(super) fn found(&mut self, current: u64) {
        if current < self.current() {
            let backup = self.base - self.oldest;
            self.base = self.end;
            self.oldest = self.base - backup;
        }
        self.end = self.base + current;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_never_go_back() {
        let mut extent = Extent::of(10, 5);
        extent.found(8);
        assert_eq!(extent, Extent { oldest: 0, base: 10, end: 18 }, "somebody added to it");
        extent.found(0);
        assert_eq!(extent, Extent { oldest: 8, base: 18, end: 18 }, "somebody emptied it");
        extent.found(3);
        assert_eq!(extent, Extent { oldest: 8, base: 18, end: 21 });
        extent.rotate();
        assert_eq!(extent, Extent { oldest: 18, base: 21, end: 21 });
    }
}
