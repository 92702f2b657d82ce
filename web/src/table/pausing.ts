/** What a table says about pauses. */
export const say = {
  pause: "Pause the game",
  pauseHint: "It pauses once all players agree. Anyone can resume it.",
  wants: (name: string) => `${name} would like to pause the game.`,
  agreed: "You asked to pause. Now we ask the others.",
  not: "Do not pause",
  notNow: "Not now",
  paused: "The game is paused",
  pausedHint: "Clocks and bots stand still until a player resumes the game.",
  resume: "Resume the game",
};
