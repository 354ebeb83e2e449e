//! Dialogs on a small screen and with large texts: nothing is cut, and everything can be reached.

use flows::{
    desktop::{Desktop, Screen, Theme},
    dialog::{self, Dialog},
    http_peers::Peer,
    page::Form,
    peers::Era,
    window::Window,
};

/// Netbooks and projectors, and eyes that want it larger.
const SCREENS: [Screen; 3] = [
    Screen { wide: 1024, high: 600, texts: 100 },
    Screen { wide: 800, high: 600, texts: 100 },
    Screen { wide: 800, high: 600, texts: 150 },
];

/// More Tabs than there are things on any of these dialogs.
const TABS: usize = 40;

async fn on(screen: Screen, theme: Theme) -> (Desktop, Window) {
    let desktop = Desktop::on(screen, theme);
    desktop.start_keychain();
    let window = Window::open(&desktop).await;
    (desktop, window)
}

/// All of the dialog is on the screen, and all of its buttons can be clicked.
fn fits(desktop: &Desktop, screen: Screen, title: &str, buttons: &[&str]) {
    for button in buttons {
        Dialog::wait_until_alive(desktop, title, button);
    }
    let (left, top, wide, high) = Dialog::extents(desktop, title);
    let inside = |x: i32, y: i32| {
        let within = |at: i32, most: u32| u32::try_from(at).is_ok_and(|it| it <= most);
        within(x, screen.wide) && within(y, screen.high)
    };
    let said = format!("{title} at {left},{top} of {wide}x{high} on {screen:?}");
    assert!(inside(left, top) && inside(left + wide, top + high), "{said}");
    for button in buttons {
        let (x, y) = Dialog::place(desktop, title, button);
        assert!(inside(x, y) && x < left + wide && y < top + high, "`{button}` of {said}");
    }
}

/// HOST-45
#[tokio::test(flavor = "multi_thread")]
async fn a_long_form_scrolls_and_the_keyboard_reaches_all_of_it() {
    for (screen, theme) in SCREENS.into_iter().zip([Theme::Light, Theme::Dark, Theme::Light]) {
        let (desktop, window) = on(screen, theme).await;
        window.add_asker(&desktop).await;
        window.call_asker("profile", None).await;
        fits(&desktop, screen, dialog::ASKING, &["Cancel", "Decline", "Send"]);
        let (_, top, _, high) = Dialog::extents(&desktop, dialog::ASKING);
        let last = "First day";
        let reached = (0..TABS).any(|_| {
            desktop.press_keys(&["Tab"]);
            Dialog::read(&desktop, dialog::ASKING).line(last).focused
        });
        assert!(reached, "the keyboard does not come to {last}");
        let (above, below) = Dialog::reach(&desktop, dialog::ASKING, last);
        let (_, foot) = Dialog::place(&desktop, dialog::ASKING, "Send");
        assert!(above >= top && below <= foot && below <= top + high, "{last} is not in sight");
        // What is wrong makes it no larger than the screen.
        Dialog::press(&desktop, dialog::ASKING, "Send");
        fits(&desktop, screen, dialog::ASKING, &["Cancel", "Decline", "Send"]);
    }
}

/// HOST-52: what comes below the fields pushes no button off the screen.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_and_what_belongs_to_it_fit() {
    for (screen, theme) in SCREENS.into_iter().zip([Theme::Dark, Theme::Light, Theme::Dark]) {
        let (desktop, window) = on(screen, theme).await;
        window.add_asker(&desktop).await;
        window.call_asker("ask_secret", Some(("label", "Password of ada"))).await;
        fits(&desktop, screen, dialog::ASKING, &["Cancel", "Decline", "Send"]);
        desktop.press_keys(&["Escape"]);
        Dialog::wait_until_gone(&desktop, dialog::ASKING);
        let url = format!("https://example.com/{}", "long/".repeat(100));
        window.call_asker("open_url", Some(("url", &url))).await;
        let buttons = ["Cancel", "Decline", "Open in browser"];
        fits(&desktop, screen, dialog::OPENING, &buttons);
    }
}

/// Security 31: a consent shows the whole command, and its buttons.
#[tokio::test(flavor = "multi_thread")]
async fn a_consent_with_a_long_command_fits() {
    for (screen, theme) in SCREENS.into_iter().zip([Theme::Light, Theme::Light, Theme::Dark]) {
        let (desktop, window) = on(screen, theme).await;
        let long = format!("{}; sleep 86399", "true; ".repeat(100));
        window.submit(Form { title: "Sleeper", command: "sh", arguments: &["-c", &long] }).await;
        let buttons = ["Cancel", "Add without starting", "Add and start"];
        fits(&desktop, screen, dialog::ADDING, &buttons);
    }
}

/// Design, decision 7; HOST-49: whoever is asked whether a server at an address may have secrets can
/// say no on any screen.
#[tokio::test(flavor = "multi_thread")]
async fn the_consent_for_a_server_at_an_address_fits() {
    let peer = Peer::Fastmcp(Era::Legacy).start().await;
    for (screen, theme) in SCREENS.into_iter().zip([Theme::Light, Theme::Dark, Theme::Dark]) {
        let (desktop, window) = on(screen, theme).await;
        window.submit_address("Far", &peer.url()).await;
        let buttons = ["Cancel", "Add without starting", "Add and start"];
        fits(&desktop, screen, dialog::ADDING, &buttons);
        Dialog::press(&desktop, dialog::ADDING, "Add and start");
        window.row_says("far", "Ready").await;
        window.call("far/unlock").await;
        fits(&desktop, screen, dialog::FAR, &["Cancel", "Refuse", "Let it ask"]);
    }
}

/// HOST-63: however many calls there are.
#[tokio::test(flavor = "multi_thread")]
async fn the_question_whether_calls_may_run_unasked_fits() {
    let long: Vec<_> = (0..40).map(|it| format!("a_tool_with_a_long_name_{it}_")).collect();
    let many: Vec<_> = long.iter().map(String::as_str).collect();
    for (screen, theme) in SCREENS.into_iter().zip([Theme::Light, Theme::Dark, Theme::Light]) {
        let (desktop, window) = on(screen, theme).await;
        window.let_run(&many).await;
        fits(&desktop, screen, dialog::ALLOWING, &["Cancel", "Allow"]);
    }
}

/// HOST-22: the toolkit draws this one, and makes it as large as it likes.
#[tokio::test(flavor = "multi_thread")]
async fn the_dialog_in_which_a_folder_is_chosen_fits() {
    for (screen, theme) in SCREENS.into_iter().zip([Theme::Dark, Theme::Light, Theme::Dark]) {
        let (desktop, window) = on(screen, theme).await;
        window.add_asker(&desktop).await;
        window.go_to("servers/asker").await;
        window.press("Choose…").await;
        let title = "Share a folder with the server “Asker”";
        fits(&desktop, screen, title, &["Cancel", "Share"]);
    }
}
