/** Whether a route offers the chat: its name starts with `responsible-gaming` (B025). */
export function isChatRoute(name: string): boolean {
  return name.startsWith("responsible-gaming");
}
