//! Servers that are started, called and stopped again and again, by the whole app without a window.

use flows::house::House;
use futures_util::future::join_all;
use serde_json::json;

use crate::{
    Scale,
    figures::{Figures, Line},
    serve,
};

/// Starts, calls and stops ten servers at once, five hundred times.
pub(crate) async fn run(scale: Scale) -> Vec<Line> {
    let (servers, cycles) = (scale.of(10, 10, 2), scale.of(500, 8, 2));
    // What is made once and kept is no leak: the pages of the database, the buffers of each server.
    let warm = (cycles / 10).max(1);
    let house = House::open().await;
    let names: Vec<_> = (0..servers).map(|number| format!("s{number}")).collect();
    for name in &names {
        house.add(name, &serve::program(&[])).await;
        house.close_server(name).await;
    }
    let mut before = Figures::now();
    for cycle in 0..warm + cycles {
        if cycle == warm {
            before = Figures::now();
        }
        let all = names.iter().map(|name| async {
            house.open_server(name).await;
            assert_eq!(house.text(name, "echo", json!({})).await, "echo");
            house.close_server(name).await;
        });
        join_all(all).await;
    }
    let after = Figures::settled(before).await;
    house.close().await;
    let mut lines = vec![Line::told("starts, calls and stops", servers * cycles)];
    lines.extend(after.since(before));
    lines
}
