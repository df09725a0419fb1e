//! Feeds `plimsoll_fuzz::sheet` what libFuzzer comes up with.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plimsoll_fuzz::sheet(bytes));
