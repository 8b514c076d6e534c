import { useEffect, useRef } from "react";

/** The page that is shown, as a path of this site, with the place in it that the address names. */
export function readShownPage(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}

/** The page to come back to, in a form. It is read when the form is sent: the page may have changed, or the place in it, since the form was drawn. */
export function ShownPageField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    const tell = ({ formData }: FormDataEvent): void => formData.set("to", readShownPage());
    form?.addEventListener("formdata", tell);
    return () => form?.removeEventListener("formdata", tell);
  }, []);
  return <input ref={field} type="hidden" name="to" />;
}
