// Names of scenes as the list has them, "spheres-N", and as the library opens them, "spheres" or "spheres-40".

export function takesNumber(listed: string): boolean {
  return listed.endsWith("-N");
}

function stemOf(listed: string): string {
  return takesNumber(listed) ? listed.slice(0, -2) : listed;
}

/** `number` null: the scene's own. */
export function nameToOpen(listed: string, number: number | null): string {
  return takesNumber(listed) && number !== null ? `${stemOf(listed)}-${number}` : stemOf(listed);
}

/** The number that a name to open has, if the name is one of the listed scene. */
export function fits(name: string, listed: string): { number: number | null } | null {
  const stem = stemOf(listed);
  if (name === stem) return { number: null };
  if (!takesNumber(listed) || !name.startsWith(`${stem}-`)) return null;
  const digits = name.slice(stem.length + 1);
  return /^\d+$/.test(digits) ? { number: Number(digits) } : null;
}
