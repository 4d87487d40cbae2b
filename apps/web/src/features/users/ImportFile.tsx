import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

interface ImportFileProps {
  readonly file: File | null;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** Chooses one spreadsheet, and offers the template. */
export function ImportFile({ file, disabled, onChoose }: ImportFileProps) {
  const { t } = useTranslation("users");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="importFile">
      {file && <strong className="ellipsis">{file.name}</strong>}
      <Button variant="outlined" startIcon={<UploadFileOutlined />} disabled={disabled} onClick={() => input.current?.click()}>
        {t(file ? "import.other" : "import.choose")}
      </Button>
      <Button startIcon={<DownloadOutlined />} href="/usersTemplate.xlsx" download>
        {t("import.template")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("import.choose")}
        accept=".xlsx,.xls"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChoose(chosen);
          event.target.value = "";
        }}
      />
    </div>
  );
}
