use std::{collections::HashMap, fmt};

/// Keeps things.
#[derive(Debug)]
pub struct Store<'a, T: Clone> {
    pub items: HashMap<String, T>,
    name: &'a str,
}

pub struct Pair(pub i32, f64);

pub enum Error {
    /// Nothing was there.
    Missing,
    Io { path: String, code: i32 },
}

impl<'a, T: Clone> Store<'a, T>
where
    T: fmt::Debug,
{
    pub const LIMIT: usize = 4;
    pub async fn load(&self, key: &str) -> Result<T, Error> {
        fn inner(c: char) -> bool { c == '\'' || c == '"' || c == '{' }
        let text = r#"fn not_one() { "#;
        Err(Error::Missing)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) }
}

pub(crate) trait Loads {
    type Item;
    fn load(&self) -> Self::Item;
    fn twice(&self) {}
}

macro_rules! shout {
    ($e:expr) => { println!("{}!", $e) };
}

mod tests {
    use super::*;
    #[test]
    fn loads() { shout!("a"); }
}

static COUNT: u32 = 0;
pub type Map<T> = HashMap<String, T>;
extern "C" { fn c_side(x: i32) -> i32; }
