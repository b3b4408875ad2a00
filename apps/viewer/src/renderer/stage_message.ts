/** A message in the place of the 3-D view. */
export function stageMessage(text: string): HTMLElement {
  const message = document.createElement("p");
  message.className = "stage-message";
  message.setAttribute("role", "alert");
  message.textContent = text;
  return message;
}
