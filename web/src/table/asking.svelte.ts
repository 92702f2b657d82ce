import { post } from "../lib/api";

/** Asks the server for something about a table, and keeps what it says if that is not possible. */
export class Asking {
  problem = $state("");

  constructor(private table: () => string) {}

  ask = async (what: string, body?: unknown): Promise<void> => {
    this.problem = "";
    try {
      await post(`/api/tables/${this.table()}/${what}`, body);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  };
}
