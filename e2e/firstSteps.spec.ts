import { alterAnswer, withholdEvents } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";

interface Identified {
  readonly id: number;
}

interface People {
  readonly users: readonly object[];
  readonly count: number;
}

test.describe("before anything is set up", () => {
  test.use({ notesShown: false });

  test("an administrator of an empty installation sees the first steps and no update notes, and completes the steps one by one [D-423]", async ({
    enter,
    connection,
  }, testInfo) => {
    const page = await enter();
    let [hasNumber, hasQueue] = [false, false];
    await withholdEvents(page, "whatsapp", "whatsappSession", "queue", "user");
    await alterAnswer<readonly Identified[]>(page, "/api/whatsapp", (list) => list.filter(({ id }) => hasNumber && id === connection.id));
    await alterAnswer<readonly Identified[]>(page, "/api/queue", (list) => list.filter(({ id }) => hasQueue && id === connection.queue.id));
    await alterAnswer<People>(page, "/api/users?*", ({ users }) => ({ users: users.slice(0, 1), count: 1, hasMore: false }));
    await page.goto("/tickets");
    const steps = page.getByRole("region", { name: "Conecte um número" });
    await expect(steps.getByRole("listitem")).toHaveCount(4);
    await steps.getByRole("link", { name: "Conferir o horário de atendimento" }).click();
    await expect(page.getByRole("heading", { name: "Configurações" })).toBeVisible();
    await expect(page).toHaveURL(/hours=company/);
    await page.goBack();
    await expect(steps.getByRole("link", { name: "Conferir o horário de atendimento: feito" })).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Novidades" })).toBeHidden();
    await inspect(page, testInfo, "first-steps");

    await test.step("the dialog of a new ticket shows what the installation lacks, with a link", async () => {
      await page.getByRole("button", { name: "Nova conversa" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Nova conversa" });
      await expect(dialog.getByRole("link", { name: "Adicionar conexão" })).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Iniciar conversa" })).toBeDisabled();
      await dialog.getByRole("link", { name: "Adicionar fila" }).click();
      await expect(page).toHaveURL(/\/queues$/);
    });

    hasNumber = true;
    hasQueue = true;
    await page.goto("/tickets");
    await page.getByRole("dialog", { name: "Novidades" }).getByRole("button", { name: "Entendi" }).click();
    const rest = page.getByRole("region", { name: "Termine de preparar o atendimento" });
    await expect(rest.getByRole("link", { name: "Conectar um número: feito" })).toBeVisible();
    await expect(rest.getByRole("link", { name: "Criar uma fila: feito" })).toBeVisible();
    await rest.getByRole("link", { name: "Adicionar colegas" }).click();
    // The address changes before the page is drawn.
    await expect(page.getByRole("heading", { name: "Usuários", level: 1 })).toBeVisible();
    await page.goBack();
    await rest.getByRole("button", { name: "Pular por agora" }).click();
    await expect(page.getByRole("heading", { name: "Selecione uma conversa" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Selecione uma conversa" })).toBeVisible();
  });
});

test("an administrator adds, changes and deletes queues, and sees those that others add [SHELL-017, QUEUE-001, QUEUE-002, QUEUE-003, QUEUE-005, QUEUE-006, QUEUE-007, QUEUE-008, QUEUE-009, QUEUE-010, QUEUE-015, QUEUE-016, LOG-003, API-070, D-161]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 400.*\/api\/queue/);
  const page = await enter();
  await page.goto("/queues");
  await expect(page.getByRole("heading", { name: "Filas" })).toBeVisible();
  // It appears by itself.
  const taken = await api.createQueue();

  await test.step("an administrator adds a queue; a used colour is refused at its field [SHELL-017, QUEUE-001, QUEUE-005, QUEUE-009, QUEUE-010, QUEUE-015, LOG-003]", async () => {
    await expect(page.getByRole("row", { name: taken.name })).toContainText(taken.color);
    await page.getByRole("button", { name: "Adicionar fila" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Adicionar fila" });
    const name = uniqueName("Fila");
    await dialog.getByLabel("Nome").fill("F");
    await dialog.getByRole("button", { name: "Adicionar" }).click();
    await expect(dialog.getByLabel("Nome")).toHaveAccessibleDescription("Curto demais");
    await dialog.getByLabel("Nome").fill(name);
    const color = dialog.getByRole("textbox", { name: "Cor" });
    await color.fill(taken.color);
    await dialog.getByRole("button", { name: "Adicionar" }).click();
    await expect(color).toHaveAttribute("aria-invalid", "true");
    await color.fill(`#${taken.color.slice(1).split("").reverse().join("")}`);
    await expectValid(color);
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    await dialog.getByRole("button", { name: "Adicionar" }).click();
    await expect(dialog).toBeHidden();
    expect((await remark).postDataJSON()).toMatchObject({ log: { descricao: `Criou a fila ${name}`, origem: "Filas" } });
    await expect(page.getByRole("row", { name })).toContainText("Padrão");
    expect(await api.get<readonly { name: string }[]>("/queue")).toContainEqual(expect.objectContaining({ name }));
  });

  await test.step("an administrator changes a queue and chooses who gets its conversations, of the active people who belong to it [QUEUE-001, QUEUE-005, QUEUE-006, QUEUE-008, QUEUE-016]", async () => {
    const queue = await api.createQueue();
    const [member, outsider] = [
      await api.createAccount(uniqueName("Ana"), { profile: "user", queueIds: [queue.id] }),
      await api.createAccount(uniqueName("Rui"), { profile: "user", queueIds: [] }),
    ];
    await page.getByRole("button", { name: `Editar ${queue.name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Editar fila" });
    await expect(dialog.getByText("999 é a ordem padrão do sistema")).toBeVisible();
    const people = dialog.getByRole("group", { name: "Atendentes" });
    await expect(people.getByRole("checkbox", { name: outsider.name })).toHaveCount(0);
    await people.getByRole("checkbox", { name: member.name }).check();
    await dialog.getByLabel("Mensagem de saudação").fill("Aqui é {{queue}}.");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText("Fila salva com sucesso!")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await api.get(`/queue/${queue.id}`)).toMatchObject({
      greetingMessage: "Aqui é {{queue}}.",
      userIds: [member.id],
      name: queue.name,
    });
  });

  await test.step("deleting a queue keeps its conversations; a new one asks for a colour [QUEUE-001, QUEUE-002, QUEUE-003, QUEUE-007, API-070, D-161]", async () => {
    const queue = await api.createQueue();
    const row = page.getByRole("row", { name: queue.name });
    await expect(row.getByRole("cell", { name: "Padrão", exact: true })).toBeVisible();
    const hint = page.getByRole("button", { name: /Vincule a fila à conexão .* ordem personalizada/ });
    await hint.hover();
    await expect(page.getByRole("tooltip")).toContainText("ordem personalizada");
    await page.getByRole("button", { name: "Adicionar fila" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Adicionar fila" });
    const color = dialog.getByRole("textbox", { name: "Cor" });
    await expect(color).toHaveAccessibleDescription(/Escolha outra cor/);
    await color.fill("#abc123");
    await expect(color).not.toHaveAccessibleDescription(/Escolha outra cor/);
    await color.press("Escape");
    await page.getByRole("button", { name: "Descartar" }).click();
    await expect(dialog).toHaveCount(0);
    await inspect(page, testInfo, "queues");
    await page.getByRole("button", { name: `Excluir ${queue.name}` }).click();
    const ask = page.getByRole("alertdialog", { name: `Excluir a fila ${queue.name}?` });
    await expect(ask).toContainText("As conversas continuam");
    await ask.getByRole("button", { name: "Excluir fila" }).click();
    await expect(page.getByText("Fila excluída.")).toBeVisible();
    await expect(row).toBeHidden();
  });
});
