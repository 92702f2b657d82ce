/** What only the lobby says. */
import { roughly } from "../lib/time";

export const say = {
  whoIsWho: "Who is who?",
  newLines: (count: number) => (count === 1 ? "1 new line of chat" : `${count} new lines of chat`),
  left: (seconds: number) =>
    roughly(seconds)
      ? `${roughly(seconds)} left`
      : seconds > 90
        ? `${Math.round(seconds / 60)} minutes left`
        : `${Math.max(0, Math.round(seconds))} seconds left`,
  aboutMinutes: (minutes: number) => `About ${minutes} minutes.`,
  tellMe: "Do you want to be told when it is your turn?",
  aboutMe: "Your results and notifications",
  aboutMeHint: "Profile, ratings, your turn by e-mail or push, vacation, your data",
};
