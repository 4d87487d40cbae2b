import type { TemplateFile } from "@balcao/domain/templates";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api";
import { queryClient } from "../queryClient";

const keyOf = (id: string) => ["templateFile", id] as const;
/** A large video takes long over a slow line, in milliseconds. */
const UPLOAD_MS = 300_000;

/** Stores a file for a template on the server, and returns its id. */
export async function uploadTemplateFile(file: File): Promise<string> {
  const form = new FormData();
  form.append("medias", file);
  const stored = await call("templates", "upload", { body: {} }, { form, timeoutMs: UPLOAD_MS });
  queryClient.setQueryData(keyOf(stored.id), { name: stored.name, url: stored.url });
  return stored.id;
}

/** The name and the address of a file by its id; `stored` are those of a send that was created before. */
export const templateFileQuery = (id: string, stored: readonly TemplateFile[]) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: () => ({ name: stored.find((file) => file.id === id)?.name ?? "", url: `/api/public/media/${id}` }),
    staleTime: Infinity,
    enabled: id !== "",
  });
