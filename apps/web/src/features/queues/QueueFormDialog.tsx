import type { QueueView } from "@balcao/contracts/queues";
import { applyQueueEvent } from "@balcao/contracts/queues";
import type { QueueForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { DEFAULT_QUEUE, isSameQueueColor } from "@balcao/domain/queues";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { FormDialog, FormText, useFormDialog } from "../../ui/form";
import { ColorField } from "./ColorField";
import { QUEUE_COLORS } from "./queueColors";
import "./queues.css";

interface QueueFormDialogProps {
  /** Their colours are taken (QUEUE-015). */
  readonly queues: readonly QueueView[];
  readonly onClose: () => void;
}

const schema = async () => (await import("@balcao/domain/forms")).queueForm;

/** Adds a queue: name, colour, order, greeting (QUEUE-005, QUEUE-009). */
export function QueueFormDialog({ queues, onClose }: QueueFormDialogProps) {
  const { t } = useTranslation(["queues", "common"]);
  const free = QUEUE_COLORS.find((color) => !queues.some((queue) => isSameQueueColor(queue.color, color)));
  const form = useFormDialog<QueueForm>({
    schema,
    values: { name: "", color: free ?? DEFAULT_QUEUE.color, customOrder: DEFAULT_QUEUE.customOrder, greetingMessage: "" },
    area: "queues",
    send: async (values) => {
      const queue = await call("queues", "create", { body: values });
      queryClient.setQueryData(
        queuesQuery.queryKey,
        (list) => list && applyQueueEvent(list, { action: "create", queue, queueId: queue.id }),
      );
      addRemark({ descricao: `Criou a fila ${queue.name}`, origem: "Filas", queueId: queue.id });
      toasts.success("Queue saved successfully");
      onClose();
    },
  });
  return (
    <FormDialog title={t("queues:form.title")} form={form} submitLabel={t("queues:form.submit")} onClose={onClose}>
      <FormText of={form} name="name" label={t("queues:form.name")} placeholder={t("queues:form.nameExample")} />
      <ColorField form={form} />
      <FormText
        of={form}
        name="customOrder"
        label={t("queues:form.order")}
        type="number"
        help={t("queues:form.orderHelp")}
        slotProps={{ input: { min: LIMITS.queue.order.min, max: LIMITS.queue.order.max } }}
      />
      <FormText
        of={form}
        name="greetingMessage"
        label={t("queues:form.greeting")}
        optional={t("common:form.optional")}
        multiline
        minRows={2}
        maxRows={6}
        limit={LIMITS.queue.greetingMessage}
      />
    </FormDialog>
  );
}
