/** What puzzles say around the words of the server. */
export const say = {
  puzzle: "Puzzle",
  daily: "Puzzle of the day",
  mistake: "Decide again",
  title(mistakes: boolean, daily: boolean): string {
    return mistakes ? this.mistake : daily ? this.daily : this.puzzle;
  },
  number: (number: number, count: number) => `${number} of ${count}`,
  task: (name: string, rating: number) =>
    `You are ${name}. Find the best choice for what you know. This one is rated ${rating}.`,
  agreed: (options: string[]) => `This game has options: ${options.join("; ")}.`,
  decide: (name: string) => `You are ${name}, and here you could have done better. What do you choose now?`,
  next: "Next decision",
  noMoreMistakes: "Those were all your costly decisions.",
  review: "Back to the review",
  yours: (label: string) => `You chose “${label}”.`,
  best: (label: string) => `Best: “${label}”.`,
  all: "What each choice is worth",
  choice: "Choice",
  worth: "Worth",
  again: "Look again",
  another: "Another puzzle",
  today: "Puzzle of the day",
  noMore: "You have tried all puzzles of this game.",
  learn: "Lessons",
  standing: (rating: number, streak: number, tried: number) =>
    [
      `Your rating: ${rating}`,
      streak ? `${streak} ${streak === 1 ? "day" : "days"} in a row` : "",
      `${tried} ${tried === 1 ? "puzzle" : "puzzles"} tried`,
    ]
      .filter(Boolean)
      .join(" · "),
  notKept: "Choose a name in the lobby, and the server keeps your rating.",
};
