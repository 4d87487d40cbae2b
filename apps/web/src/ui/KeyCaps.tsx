import { Fragment } from "react";
import { isMac, keysOf, toCaps, type ShortcutId } from "../lib/keyboard";

interface KeyCapsProps {
  readonly of: ShortcutId;
  /** The word between keys that follow one another. */
  readonly then?: string;
}

/** The keys of a shortcut, as they are printed on a keyboard. */
export function KeyCaps({ of, then = "" }: KeyCapsProps) {
  return (
    <span className="keyCaps">
      {keysOf(of).map((keys) => (
        <span key={keys}>
          {toCaps(keys, isMac()).map((step, at) => (
            <Fragment key={at}>
              {at > 0 && <span className="keyThen">{then}</span>}
              {step.map((cap) => (
                <kbd key={cap} className="keyCap">
                  {cap}
                </kbd>
              ))}
            </Fragment>
          ))}
        </span>
      ))}
    </span>
  );
}
