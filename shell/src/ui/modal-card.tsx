import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ModalAction } from "@site/contracts/events/modal";
import type { Icon } from "../browser/icons/find-icon.ts";
import { type DrawnModal, type DrawnModals, drawnModalsAtom } from "../browser/modal/drawn-modals.ts";
import type { Modals } from "../browser/modal/modals.ts";
import { DrawnIcon } from "./drawn-icon.tsx";
import sheet from "./modal-card.module.css?sheet";

const styles = sheet.locals;

interface ModalListProps {
  drawn: DrawnModals;
  modals: Modals;
  closeLabel: string;
}

/** The modals the shell draws for others. */
export function ModalList({ drawn, modals, closeLabel }: ModalListProps) {
  const list = useAtomValue(drawnModalsAtom, { store: drawn.store });
  return list.map((modal) => (
    <ModalCard key={modal.key} modal={modal} drawn={drawn} modals={modals} closeLabel={closeLabel} />
  ));
}

interface ModalCardProps {
  modal: DrawnModal;
  drawn: DrawnModals;
  modals: Modals;
  closeLabel: string;
}

function ModalCard({ modal, drawn, modals, closeLabel }: ModalCardProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const { id, key, title, text, icon, image, edge, actions = [] } = modal;
  const open = useEffectEvent(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    const drop = (): void => drawn.drop(key);
    const opened = modals.open(dialog, {
      id,
      edge,
      onEvent({ type }) {
        // Removed after its fade-out has ended.
        if (type === "closed")
          void Promise.allSettled(dialog.getAnimations().map(({ finished }) => finished)).then(drop);
      },
    });
    if (opened) drawn.show(key);
    else drop();
  });
  // Runs once, when the modal is first drawn.
  useLayoutEffect(() => open(), []);
  const titleId = `site-modal-${key}`;
  const paragraphs = text?.split(/\n\s*\n/).map((paragraph, index) => ({ id: `${titleId}-${index}`, paragraph })) ?? [];
  return (
    <dialog
      ref={dialogRef}
      className={styles["modal"]}
      data-edge={edge}
      aria-labelledby={titleId}
      // The focus goes to a button: of what is in the dialog, a screen reader says the name and the description.
      aria-describedby={paragraphs.map((one) => one.id).join(" ") || undefined}
    >
      <div className={styles["top"]}>
        <div>
          {icon !== undefined && <ModalIcon name={icon} />}
          <h2 id={titleId} className={styles["title"]}>
            {title}
          </h2>
        </div>
        <button type="button" className={styles["close"]} aria-label={closeLabel} data-modal-close="">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      {image && <ModalImage image={image} />}
      {paragraphs.map((one) => (
        <p key={one.id} id={one.id}>
          {one.paragraph}
        </p>
      ))}
      <div className={styles["actions"]}>
        {actions.map((action, index) => (
          <Action
            key={action.label}
            action={action}
            isFirst={index === 0}
            close={() => modals.find(id)?.close("button")}
          />
        ))}
        {actions.length === 0 && (
          <button type="button" className="button" data-modal-close="">
            {closeLabel}
          </button>
        )}
      </div>
    </dialog>
  );
}

/** A decorative icon: space is reserved for it until it loads, and removed when it does not. */
function ModalIcon({ name }: { name: string }) {
  const [icon, setIcon] = useState<Icon | "none">();
  useEffect(() => {
    let isGone = false;
    void loadIcon(name).then((found) => void (isGone || setIcon(found ?? "none")));
    return () => {
      isGone = true;
    };
  }, [name]);
  if (icon === "none") return null;
  return icon ? <DrawnIcon icon={icon} className={styles["icon"]} /> : <div className={styles["icon"]} />;
}

async function loadIcon(name: string): Promise<Icon | undefined> {
  const { findIcon } = await import(/* webpackChunkName: "pictures" */ "../browser/icons/find-icon.ts");
  return findIcon(name);
}

async function loadSize(src: string): Promise<{ width: number; height: number }> {
  const { measureImage } = await import(/* webpackChunkName: "pictures" */ "../browser/icons/measure-image.ts");
  return measureImage(src);
}

/**
 * A picture with the size its event gives, else its natural one; one of unknown size has no size attributes (B207).
 * Without a given size it is drawn in a frame of fixed proportions: the modal keeps its place when the size arrives.
 */
function ModalImage({ image: { src, alt, width, height } }: { image: NonNullable<DrawnModal["image"]> }) {
  const [size, setSize] = useState({ width: width ?? 0, height: height ?? 0 });
  const isGiven = width !== undefined && height !== undefined;
  useEffect(() => {
    if (isGiven) return undefined;
    let isGone = false;
    void loadSize(src).then((measured) => void (isGone || setSize(measured)));
    return () => {
      isGone = true;
    };
  }, [src, isGiven]);
  return (
    <img
      className={isGiven ? undefined : styles["framed"]}
      src={src}
      alt={alt}
      width={size.width || undefined}
      height={size.height || undefined}
    />
  );
}

interface ActionProps {
  action: ModalAction;
  isFirst: boolean;
  close: () => void;
}

function Action({ action: { label, href, click }, isFirst, close }: ActionProps) {
  const className = isFirst ? "button" : "button button--quiet";
  const press = () => {
    try {
      click?.();
    } catch (error) {
      reportError(error);
    }
    close();
  };
  if (href !== undefined)
    return (
      <a className={className} href={href} onClick={press}>
        {label}
      </a>
    );
  return (
    <button type="button" className={className} onClick={press}>
      {label}
    </button>
  );
}
