import type { RecipientView, SendProofView } from "@balcao/contracts/massSends";
import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router-dom";
import { call, download, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { toDateAndSeconds } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ErrorCard, Page, Spinner } from "../../ui";
import { EndOfList } from "../../ui/list";
import { Outcome, useRecipients } from "./RecipientList";
import "./massSends.css";

/** The proof of a mass send: what was handed over how often, counted by the query beside it, and every recipient with times and ids. */
export function ProofPage() {
  const { t } = useTranslation("massSends");
  const massSendId = Number(useParams()["massSendId"]);
  const proof = useQuery({
    queryKey: ["massSendProof", massSendId],
    queryFn: ({ signal }) => call("massSends", "proof", { params: { massSendId } }, { signal }),
    gcTime: 0,
  });
  const save = () =>
    download("massSends", "export", { params: { massSendId }, body: {} }).then(
      () => addRemark({ descricao: `Exportou a comprovação do envio ${massSendId}`, origem: "Envios", envioId: massSendId }),
      (error: unknown) => toasts.error(toErrorText(error)),
    );
  return (
    <Page
      title={t("proof.title", { id: massSendId })}
      actions={
        <>
          <Button component={Link} to="/envios">
            {t("proof.back")}
          </Button>
          <Button variant="outlined" startIcon={<DownloadOutlined />} onClick={() => void save()}>
            {t("proof.export")}
          </Button>
        </>
      }
    >
      {proof.data ? <Statement proof={proof.data} /> : <Missing error={proof.error} onRetry={() => void proof.refetch()} />}
      {proof.data && <Recipients sendId={massSendId} />}
    </Page>
  );
}

function Missing({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const { t } = useTranslation("massSends");
  return error ? <ErrorCard title={t("proof.failed")} error={error} onRetry={onRetry} /> : <Spinner />;
}

function Statement({ proof }: { readonly proof: SendProofView }) {
  const { t } = useTranslation("massSends");
  const { recipients, once, twice, repeated, query } = proof;
  return (
    <section className="sendProof" aria-label={t("proof.counted")}>
      <p className="sendProofSentence" data-doubled={twice > 0}>
        {t("proof.statement", { recipients, once, twice })}
      </p>
      {repeated > 0 && <p>{t("proof.repeated", { count: repeated })}</p>}
      <details>
        <summary>{t("proof.query")}</summary>
        <pre>{query}</pre>
      </details>
    </section>
  );
}

const ACKS = ["1", "2", "3"] as const;

function Recipients({ sendId }: { readonly sendId: number }) {
  const { t } = useTranslation("massSends");
  const read = useRecipients(sendId);
  if (!read.data) return <Missing error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <>
      <div className="sendProofTable">
        <table>
          <thead>
            <tr>
              {(["contact", "state", "handedAt", "providerId", "1", "2", "3"] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`proof.column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {read.data.pages
              .flatMap((page) => page.recipients)
              .map((recipient) => (
                <Row key={recipient.contactId} recipient={recipient} />
              ))}
          </tbody>
        </table>
      </div>
      {read.hasNextPage && !read.isFetchingNextPage && (
        <EndOfList onReached={() => void read.fetchNextPage()} failed={read.error !== null} />
      )}
    </>
  );
}

function Row({ recipient: { name, state, reason, handedAt, providerId, ackTimes } }: { readonly recipient: RecipientView }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Outcome state={state} reason={reason} />
      </td>
      <td>{handedAt !== null && toDateAndSeconds(handedAt)}</td>
      <td className="sendProofId">{providerId}</td>
      {ACKS.map((ack) => (
        <td key={ack}>{ackTimes[ack] !== undefined && toDateAndSeconds(ackTimes[ack])}</td>
      ))}
    </tr>
  );
}
