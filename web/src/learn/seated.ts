import type { LessonScene, TableInfo } from "../protocol";

/** Lessons and puzzles have no table; this is what boards and seats want to know of one. */
export function seated(id: string, game: string, title: string, scene: Pick<LessonScene, "options" | "seats">): TableInfo {
  return {
    id,
    game,
    title,
    options: scene.options,
    public: false,
    clock: 0,
    silent: true,
    help: false,
    status: "open", // nobody can leave it or end it
    host: "",
    seats: scene.seats,
    created: 0,
    commitment: "",
    result: null,
    next: "",
    aside: "",
  };
}
