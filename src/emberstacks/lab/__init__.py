"""Many games at once: simulations, tournaments and what they tell about bots and rules."""
