import { toInlineJson } from "../pages/remote-text.ts";

/** Changes the data of a document that its browser code reads. */
export function changeData<T extends object>(html: string, id: string, change: (data: T) => T): string {
  return html.replace(
    new RegExp(`(<script type="application/json" class="[^"]*" id="${id}">)([^<]*)(?=</script>)`),
    (_block, start: string, text: string) => {
      // This server wrote it, from the same type.
      const data: T = JSON.parse(text);
      return `${start}${toInlineJson(change(data))}`;
    },
  );
}
