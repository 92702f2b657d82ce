"""Players that are programs. A bot gets a view and the choices, never a state."""
