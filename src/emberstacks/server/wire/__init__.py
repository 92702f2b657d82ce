"""What every request and every socket passes: connections, limits, errors, frames."""
