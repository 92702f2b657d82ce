let began = Date.now() / 1000 - performance.now() / 1000; // what the clock said when this page began to count

/** The server says what its clock says: from now on we count with it, whatever the clock of this computer shows. */
export function setClock(server: number | undefined): void {
  if (server) began = server - performance.now() / 1000;
}

/** Seconds since 1970, by the server's clock. */
export function serverNow(): number {
  return began + performance.now() / 1000;
}
