/** How much of the chat of each table this person has read; the server keeps it for all their devices. */
import { call } from "./api";

const told = new Map<string, number>();

export function read(table: string, line: number): void {
  if (line <= (told.get(table) ?? 0)) return;
  told.set(table, line);
  void call("PUT", `/api/mine/games/${table}/read`, { line }).catch(() => told.delete(table)); // the next line tries again
}
