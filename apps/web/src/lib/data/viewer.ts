import type { Actor } from "@balcao/domain/access";
import type { Settings } from "@balcao/domain/settings";
import type { QueryClient } from "@tanstack/react-query";
import { toActor } from "../session/actor";
import type { Self } from "../session";
import { readSettings } from "./settings";

/** The signed-in person outside of components; null while nobody is signed in. */
export const readSelf = (client: QueryClient): Self | null => client.getQueryData<Self | null>(["session"]) ?? null;

/** What decides which tickets a person sees, outside of components. */
export interface Viewer {
  readonly actor: Actor;
  readonly settings: Settings;
}

/** The person with the settings; null until both are loaded. */
export function readViewer(client: QueryClient): Viewer | null {
  const [self, settings] = [readSelf(client), readSettings(client)];
  return self && settings && { actor: toActor(self), settings };
}
