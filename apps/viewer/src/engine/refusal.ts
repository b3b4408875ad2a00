/** What the visitor asked for cannot be done: told in the box, and no fault of the page. */
export class Refusal extends Error {}
