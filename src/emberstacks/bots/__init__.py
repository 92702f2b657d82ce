"""Players that are programs. A bot is handed a view and the choices, never a state."""
