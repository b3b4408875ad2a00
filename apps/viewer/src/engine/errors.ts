// Errors that are shown to the visitor.

import { MoteError } from "mote-collision";

/** The visitor asked for something that is not possible. Not a fault of the page. */
export class UserError extends Error {}

/** True for errors that are caused by files, links or choices of the visitor. */
export function isExpected(error: unknown): boolean {
  return error instanceof MoteError || error instanceof RangeError || error instanceof UserError;
}

/** The text for the visitor. The library starts its messages with the name of the C function, which is left out. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^(?:mote|scene|asset|io|js)_[a-z0-9_]+: /, "");
}
