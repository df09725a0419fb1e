//! Feeds `plimsoll_fuzz::awr_html` what libFuzzer comes up with.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plimsoll_fuzz::awr_html(bytes));
