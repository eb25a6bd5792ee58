library(stats)

# Loads one.
load_one <- function(key, n = 3) {
  inner = function(x) {
    x + 1
  }
  sapply(1:n, function(i) inner(i)) # no name
}

.hidden <- function() { "}" }
