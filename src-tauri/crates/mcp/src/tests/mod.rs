//! Flows against servers that are scripted for one fault each.
