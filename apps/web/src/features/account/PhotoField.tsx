import type { UserView } from "@balcao/contracts/users";
import { LIMITS } from "@balcao/domain/limits";
import PhotoCameraOutlined from "@mui/icons-material/PhotoCameraOutlined";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { updateUsers } from "../../lib/data/users";
import { queryClient } from "../../lib/queryClient";
import { updateSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { Avatar } from "../../ui";
import "./account.css";

const PICTURES = ["image/jpeg", "image/png", "image/webp"];
/** A photo over a slow line takes longer than an ordinary call. */
const SLOW_MS = 120_000;

function upload(user: UserView, file: File) {
  const form = new FormData();
  form.append("medias", file);
  form.append("log", JSON.stringify({ descricao: `Alterou a foto de ${user.name}`, origem: "Usuários" }));
  return call("users", "picture", { params: { userId: user.id }, body: {} }, { form, timeoutMs: SLOW_MS });
}

/** A person's photo with the button that replaces it; it is stored at once (USER-009). */
export function PhotoField({ user }: { readonly user: UserView }) {
  const { t } = useTranslation("account");
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState(user.profilePicUrl);
  const change = useMutation({
    mutationFn: (file: File) => upload(user, file),
    onSuccess: ({ profilePicUrl }) => {
      const changed = { ...user, profilePicUrl };
      setShown(profilePicUrl);
      updateUsers(queryClient, { action: "update", user: changed, userId: user.id });
      updateSelf(changed);
      toasts.success(t("photo.saved"));
    },
    onError: (error) => setProblem(toErrorText(error)),
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    const refused = !PICTURES.includes(file.type) ? t("photo.type") : file.size > LIMITS.user.pictureBytes ? t("photo.tooLarge") : null;
    setProblem(refused);
    if (refused === null) change.mutate(file);
  };
  return (
    <div className="photoField">
      <Avatar name={user.name} src={shown} size={56} />
      <div>
        <Button
          size="small"
          variant="outlined"
          startIcon={<PhotoCameraOutlined />}
          disabled={change.isPending}
          onClick={() => input.current?.click()}
        >
          {t("photo.change")}
        </Button>
        <p className="photoHelp" role={problem === null ? undefined : "alert"} data-error={problem !== null || undefined}>
          {problem ?? t("photo.help")}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("photo.change")}
        accept={PICTURES.join(",")}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
