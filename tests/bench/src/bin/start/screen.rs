//! The X screen: what appears on it and when it changes. It knows no app.

use std::time::Instant;

use x11rb::{
    connection::Connection as _,
    protocol::{
        Event,
        damage::{ConnectionExt as _, ReportLevel},
        xproto::{
            ChangeWindowAttributesAux, ConnectionExt as _, EventMask, ImageFormat, MapState, Window,
        },
    },
    rust_connection::RustConnection,
    wrapper::ConnectionExt as _,
};

use crate::{error::Error, picture::Picture, wait};

/// A window narrower than this is none that a person sees.
const NARROWEST: u16 = 200;

/// What happened.
#[derive(Debug)]
pub(crate) enum Seen {
    /// A window came up.
    Window(Window),
    /// What is on the screen has changed.
    Change,
    /// Nothing, within the time that was given.
    Nothing,
}

/// A screen that shows nothing else.
pub(crate) struct Screen {
    connection: RustConnection,
    root: Window,
    damage: u32,
}

impl Screen {
    /// The one that `DISPLAY` names.
    pub(crate) fn open() -> Result<Self, Error> {
        let (connection, number) = x11rb::connect(None).map_err(Error::Display)?;
        let root = connection.setup().roots.get(number).map(|it| it.root).unwrap_or_default();
        let damage = connection.generate_id().map_err(Error::look)?;
        let screen = Self { connection, root, damage };
        screen.listen().map_err(Error::look)?;
        Ok(screen)
    }

    fn listen(&self) -> Result<(), x11rb::errors::ReplyError> {
        let wanted = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        self.connection.change_window_attributes(self.root, &wanted)?.check()?;
        self.connection.damage_query_version(1, 1)?.reply()?;
        self.connection.damage_create(self.damage, self.root, ReportLevel::NON_EMPTY)?.check()
    }

    /// Waits until something happens, at most until `end`.
    pub(crate) fn look(&self, end: Instant) -> Result<Seen, Error> {
        loop {
            while let Some(event) = self.connection.poll_for_event().map_err(Error::look)? {
                if let Some(seen) = self.take(&event)? {
                    return Ok(seen);
                }
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Seen::Nothing);
            }
            self.connection.flush().map_err(Error::look)?;
            wait::news(self.connection.stream(), left).map_err(Error::look)?;
        }
    }

    /// What `window` shows now; `None` when it is not there any more.
    pub(crate) fn picture(&self, window: Window) -> Result<Option<Picture>, Error> {
        let Some((width, height)) = self.size(window)? else { return Ok(None) };
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, window, 0, 0, width, height, u32::MAX)
            .map_err(Error::look)?;
        Ok(image.reply().ok().map(|image| Picture::new(width.into(), &image.data)))
    }

    fn take(&self, event: &Event) -> Result<Option<Seen>, Error> {
        if let Event::MapNotify(map) = event {
            let shown = self.size(map.window)?.is_some_and(|(width, _)| width >= NARROWEST);
            return Ok(shown.then_some(Seen::Window(map.window)));
        }
        if let Event::DamageNotify(_) = event {
            // Only after this is the next change told.
            let told = self.connection.damage_subtract(self.damage, 0u32, 0u32);
            told.map_err(Error::look)?;
            self.connection.sync().map_err(Error::look)?;
            return Ok(Some(Seen::Change));
        }
        Ok(None)
    }

    /// The size of a window that is shown.
    fn size(&self, window: Window) -> Result<Option<(u16, u16)>, Error> {
        let attributes = self.connection.get_window_attributes(window).map_err(Error::look)?;
        let geometry = self.connection.get_geometry(window).map_err(Error::look)?;
        let (Ok(attributes), Ok(geometry)) = (attributes.reply(), geometry.reply()) else {
            return Ok(None);
        };
        let shown = attributes.map_state == MapState::VIEWABLE;
        Ok(shown.then_some((geometry.width, geometry.height)))
    }
}
