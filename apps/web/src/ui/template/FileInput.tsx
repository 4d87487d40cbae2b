import type { TemplateFile, TemplateMedia } from "@balcao/domain/templates";
import AttachFileRounded from "@mui/icons-material/AttachFileRounded";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Button from "@mui/material/Button";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { queryClient } from "../../lib/queryClient";
import { Spinner } from "../Spinner";

/** What the browser offers first; the server decides. */
const ACCEPTS: Readonly<Record<TemplateMedia, string>> = {
  image: "image/jpeg,image/png,image/webp",
  video: "video/mp4,video/3gpp",
  document: ".pdf,.txt,.doc,.docx,.xls,.xlsx,.ppt,.pptx",
};

const keyOf = (id: string) => ["templateFile", id] as const;
/** A large video takes long over a slow line, in milliseconds. */
const UPLOAD_MS = 300_000;

/** Stores a file for a template on the server, and returns its id. */
async function uploadTemplateFile(file: File): Promise<string> {
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

interface FileInputProps {
  readonly kind: TemplateMedia;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly stored?: readonly TemplateFile[];
  readonly onChange: (value: string) => void;
}

/** A button that chooses a file and uploads it at once; its value is the id of the stored file. */
export function FileInput({ kind, label, value, error, stored = [], onChange }: FileInputProps) {
  const { t } = useTranslation("templates");
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const { data } = useQuery(templateFileQuery(value, stored));
  const upload = useMutation({ mutationFn: uploadTemplateFile, onSuccess: onChange });
  const problem = upload.error ? toErrorText(upload.error) : error;
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="fieldLabel" id={`${id}-label`}>
        {label}
      </span>
      <span className="templateFile">
        <Button
          variant="outlined"
          size="small"
          startIcon={upload.isPending ? <Spinner size={16} /> : <AttachFileRounded />}
          disabled={upload.isPending}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onClick={() => box.current?.click()}
        >
          {t(value === "" ? "field.choose" : "field.chooseOther")}
        </Button>
        <span className="ellipsis">{value === "" ? t("field.noFile") : data?.name}</span>
      </span>
      <input
        ref={box}
        type="file"
        hidden
        aria-label={label}
        accept={ACCEPTS[kind]}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) upload.mutate(file);
          event.target.value = "";
        }}
      />
      {problem !== undefined && (
        <div className="fieldHelp" data-error>
          <span id={`${id}-problem`} role="alert">
            <ErrorRounded aria-hidden />
            {problem}
          </span>
        </div>
      )}
    </div>
  );
}
