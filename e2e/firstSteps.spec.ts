import { alterAnswer, withholdEvents } from "./support/answers.js";
import { expect, test } from "./support/fixtures.js";
import { expectValid } from "./support/formField.js";
import { inspect } from "./support/inspect.js";
import { uniqueName } from "./support/product.js";
import { findPerson } from "./support/usersPage.js";

interface Identified {
  readonly id: number;
}

interface People {
  readonly users: readonly object[];
  readonly count: number;
}

test.describe("before anything is set up", () => {
  test.use({ notesShown: false });

  test("an administrator of an empty installation sees the first steps and no update notes, and completes the steps one by one", async ({
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
    await expect(steps.getByRole("listitem")).toHaveCount(3);
    await expect(page.getByRole("dialog", { name: "Novidades" })).toBeHidden();
    await inspect(page, testInfo, "first-steps");

    hasNumber = true;
    hasQueue = true;
    await page.reload();
    await page.getByRole("dialog", { name: "Novidades" }).getByRole("button", { name: "Entendi" }).click();
    const rest = page.getByRole("region", { name: "Termine de preparar o atendimento" });
    await expect(rest.getByRole("link", { name: "Conectar um número: feito" })).toBeVisible();
    await expect(rest.getByRole("link", { name: "Criar uma fila: feito" })).toBeVisible();
    await rest.getByRole("link", { name: "Adicionar colegas" }).click();
    await expect(page).toHaveURL(/\/users$/);
    await page.goBack();
    await rest.getByRole("button", { name: "Pular por agora" }).click();
    await expect(page.getByRole("heading", { name: "Selecione uma conversa" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Selecione uma conversa" })).toBeVisible();
  });
});

test("the dialog of a new ticket shows what the installation lacks, with a link", async ({ enter }) => {
  const page = await enter();
  await withholdEvents(page, "whatsapp", "whatsappSession", "queue");
  await alterAnswer<readonly object[]>(page, "/api/whatsapp", () => []);
  await alterAnswer<readonly object[]>(page, "/api/queue", () => []);
  await page.goto("/tickets");
  await page.getByRole("button", { name: "Nova conversa" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Nova conversa" });
  await expect(dialog.getByRole("link", { name: "Adicionar conexão" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Iniciar conversa" })).toBeDisabled();
  await dialog.getByRole("link", { name: "Adicionar fila" }).click();
  await expect(page).toHaveURL(/\/queues$/);
});

test("an administrator adds a queue; a used colour is refused at its field [SHELL-017, QUEUE-001, QUEUE-005, QUEUE-009, QUEUE-010, QUEUE-015, LOG-003]", async ({
  enter,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 400.*\/api\/queue/);
  const taken = await api.createQueue();
  const page = await enter();
  await page.goto("/queues");
  await expect(page.getByRole("row", { name: taken.name })).toContainText(taken.color);
  await page.getByRole("button", { name: "Adicionar fila" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Adicionar fila" });
  const name = uniqueName("Fila");
  await dialog.getByLabel("Nome").fill("F");
  await dialog.getByRole("button", { name: "Adicionar" }).click();
  await expect(dialog.getByLabel("Nome")).toHaveAccessibleDescription("Too Short!");
  await dialog.getByLabel("Nome").fill(name);
  const color = dialog.getByRole("textbox", { name: "Cor" });
  await color.fill(taken.color);
  await inspect(page, testInfo, "queue-form");
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

test("an administrator changes a queue and chooses who gets its conversations, of the active people who belong to it [QUEUE-001, QUEUE-005, QUEUE-006, QUEUE-008, QUEUE-016]", async ({
  enter,
  api,
}, testInfo) => {
  const queue = await api.createQueue();
  const [member, outsider] = [
    await api.createAccount(uniqueName("Ana"), { profile: "user", queueIds: [queue.id] }),
    await api.createAccount(uniqueName("Rui"), { profile: "user", queueIds: [] }),
  ];
  const page = await enter();
  await page.goto("/queues");
  await page.getByRole("button", { name: `Editar ${queue.name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Editar fila" });
  await expect(dialog.getByText("999 é a ordem padrão do sistema")).toBeVisible();
  const people = dialog.getByRole("group", { name: "Atendentes" });
  await expect(people.getByRole("checkbox", { name: outsider.name })).toHaveCount(0);
  await people.getByRole("checkbox", { name: member.name }).check();
  await dialog.getByLabel("Mensagem de saudação").fill("Aqui é {{queue}}.");
  await inspect(page, testInfo, "queue-edit");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Queue saved successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await api.get(`/queue/${queue.id}`)).toMatchObject({
    greetingMessage: "Aqui é {{queue}}.",
    userIds: [member.id],
    name: queue.name,
  });
});

test("a queue that another administrator adds appears by itself", async ({ enter, api }) => {
  const page = await enter();
  await page.goto("/queues");
  await expect(page.getByRole("heading", { name: "Filas" })).toBeVisible();
  const { name } = await api.createQueue();
  await expect(page.getByRole("row", { name })).toBeVisible();
});

test("an administrator adds a colleague, who signs in with the given password [USER-001, USER-008, LOG-007]", async ({
  enter,
  api,
  page: fresh,
}, testInfo) => {
  const { name: queue } = await api.createQueue();
  const page = await enter();
  await page.goto("/users");
  await page.getByRole("button", { name: "Adicionar usuário" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Adicionar usuário" });
  const name = uniqueName("Lia");
  const email = `${name.replace(/\W+/g, ".").toLowerCase()}@example.com`;
  await dialog.getByLabel("Nome").fill(name);
  await dialog.getByLabel("E-mail").fill(email);
  const password = dialog.getByRole("textbox", { name: "Senha" });
  await password.fill("fraca");
  await dialog.getByLabel("Perfil").selectOption({ label: "Administrador" });
  await dialog.getByRole("checkbox", { name: queue }).check();
  await dialog.getByRole("button", { name: "Adicionar" }).click();
  await expect(password).toHaveAccessibleDescription("A senha deve ter no mínimo 8 caracteres.");
  await inspect(page, testInfo, "user-form");
  await password.fill("Nova-Senha-7");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/users"));
  await dialog.getByRole("button", { name: "Adicionar" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ log: { descricao: `Criou o usuário ${name}`, origem: "Usuários" } });
  await expect(dialog).toBeHidden();
  await expect(await findPerson(page, name)).toContainText(queue);
  await fresh.goto("/login");
  await fresh.getByLabel("E-mail").fill(email);
  await fresh.getByRole("textbox", { name: "Senha" }).fill("Nova-Senha-7");
  await fresh.getByRole("button", { name: "Entrar" }).click();
  await expect(fresh).toHaveURL(/\/tickets/);
});
