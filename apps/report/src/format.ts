// Formats times and ranges, and reads colors of the style.

export function seconds(time: number): string {
  return `${time.toFixed(3)} s`;
}

export function range(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}

// Controls, marks of direction, line separators and what cannot be seen, as in mote_is_unprintable.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text of unknown origin, such as a path, with what cannot be shown as \u202e. */
export function show(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const [letter, digits] = code > 0xffff ? ["U", 8] as const : ["u", 4] as const;
    return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
  });
}

/** The value of a custom property of the style, such as --red. */
export function styleValue(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
