"""The table: live play in the browser, durable, for friends and bots."""
