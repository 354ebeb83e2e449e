//! The real program under a real display: what only a window can show. All else is tested below.

mod shell;
