import type { Page } from "@playwright/test";
import type { Api } from "./support/api.js";
import { expect, test } from "./support/fixtures.js";
import { inspect } from "./support/inspect.js";
import { uniqueName, uniqueNumber } from "./support/product.js";

interface Tag {
  readonly id: number;
  readonly name: string;
}

const createContact = async (api: Api): Promise<{ id: number; name: string }> => {
  const name = uniqueName("Cliente");
  const { id } = await api.post<{ id: number }>("/contacts", { name, number: uniqueNumber(), respostaAutomatica: true });
  return { id, name };
};
const createTag = (api: Api, more: object = {}) => api.post<Tag>("/tag", { name: uniqueName("Etiqueta"), color: "#1e7a3e", ...more });
const dialogOf = (page: Page, title: string) => page.getByRole("dialog", { name: title });

test("anybody adds, changes and deletes tags, and sees what others do to them [TAG-001, TAG-002, TAG-003, TAG-004, TAG-005, TAG-006, TAG-007, TAG-008, SHELL-013, SHELL-027, LOG-009, RT-020, RT-026, D-163]", async ({
  enter,
  ana,
  api,
  problems,
}, testInfo) => {
  problems.accept(/Console: .*status of 400.*\/api\/tag/);
  const page = await enter(ana);

  await test.step("anybody adds a tag with contacts, and it is said and remarked [TAG-001, TAG-002, TAG-004, TAG-005, TAG-006, TAG-007, TAG-008, SHELL-013, SHELL-027]", async () => {
    const contact = await createContact(api);
    await page.goto("/tickets");
    await page.getByRole("link", { name: "Etiquetas" }).click();
    await expect(page).toHaveURL(/\/tags$/);
    await page.getByRole("button", { name: "Adicionar etiqueta" }).first().click();
    const dialog = dialogOf(page, "Adicionar etiqueta");
    const name = dialog.getByLabel("Nome", { exact: true });
    const color = dialog.getByRole("textbox", { name: "Cor" });
    const add = dialog.getByRole("button", { name: "Adicionar", exact: true });
    await add.click();
    await expect(name).toHaveAccessibleDescription("Obrigatório");
    await name.fill("E");
    await color.fill("#1");
    await expect(name).toHaveAccessibleDescription("Curto demais");
    await expect(color).toHaveAccessibleDescription("Curto demais");
    const named = uniqueName("Etiqueta");
    await name.fill(named);
    await dialog.getByRole("radio", { name: "#8a5300" }).check();
    await expect(color).toHaveValue("#8a5300");
    await dialog.getByRole("combobox", { name: "Contatos" }).fill(contact.name);
    await page.getByRole("option", { name: contact.name }).click();
    await expect(dialog.getByRole("list", { name: "Contatos escolhidos" })).toContainText(contact.name);
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/tag"));
    await add.click();
    expect((await sent).postDataJSON()).toEqual({ name: named, color: "#8a5300", contacts: [contact.id] });
    await expect(page.getByText("Etiqueta salva com sucesso!")).toBeVisible();
    expect((await remark).postDataJSON()).toMatchObject({ log: { descricao: `Criou a etiqueta ${named}`, origem: "Tags" } });
    const row = page.getByRole("row", { name: named });
    await expect(row).toContainText("#8a5300");
    await row.getByRole("button", { name: "1 contato", exact: true }).click();
    await expect(dialogOf(page, `Contatos com a etiqueta ${named}`)).toContainText(contact.name);
    await page.keyboard.press("Escape");
    for (const title of ["Nome", "Cor", "Contatos", "Ações"])
      await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    await inspect(page, testInfo, "tags");
  });

  await test.step("what others do with tags and contacts appears by itself [RT-020, RT-026]", async () => {
    await expect(page.getByRole("heading", { name: "Etiquetas", level: 1 })).toBeVisible();
    const { id, name } = await createTag(api);
    await expect(page.getByRole("row", { name })).toContainText("0 contato");
    await api.post("/contacts", { name: uniqueName("Cliente"), number: uniqueNumber(), respostaAutomatica: true, tagIds: [id] });
    await expect(page.getByRole("row", { name })).toContainText("1 contato");
  });

  await test.step("a name that is taken is refused at its field [TAG-005]", async () => {
    const { name } = await createTag(api);
    await page.getByRole("button", { name: "Adicionar etiqueta" }).first().click();
    const field = dialogOf(page, "Adicionar etiqueta").getByLabel("Nome", { exact: true });
    await field.fill(name.toUpperCase());
    await field.press("Enter");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Descartar" }).click();
    await expect(dialogOf(page, "Adicionar etiqueta")).toBeHidden();
  });

  await test.step("a changed tag keeps what a colleague changes meanwhile, its contacts too [TAG-004, TAG-007, D-163, D-281]", async () => {
    const [kept, gone] = [await createContact(api), await createContact(api)];
    const { id, name: first } = await createTag(api, { contacts: [kept.id, gone.id] });
    let name = first;
    const change = async (work: () => Promise<void>): Promise<unknown> => {
      await page.getByRole("button", { name: `Editar ${name}` }).click();
      await work();
      const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith(`/api/tag/${id}`));
      await dialogOf(page, "Editar etiqueta").getByRole("button", { name: "Salvar" }).click();
      await expect(dialogOf(page, "Editar etiqueta")).toBeHidden();
      return (await sent).postDataJSON();
    };
    const dialog = dialogOf(page, "Editar etiqueta");
    const recoloured = change(async () => {
      await dialog.getByRole("textbox", { name: "Cor" }).fill("#abcdef");
      name = uniqueName("Etiqueta");
      await api.put(`/tag/${id}`, { name, color: "#1e7a3e" });
    });
    expect(await recoloured).toEqual({ color: "#abcdef" });
    await expect(page.getByRole("row", { name })).toContainText("#abcdef");
    const [other, colleagues] = [await createContact(api), await createContact(api)];
    const answer = await change(async () => {
      await dialog.getByRole("button", { name: `Remover ${gone.name}` }).click();
      await dialog.getByRole("combobox", { name: "Contatos" }).fill(other.name);
      await page.getByRole("option", { name: other.name }).click();
      await api.put(`/tag/${id}`, { addedContacts: [colleagues.id] });
    });
    expect(answer).toEqual({ addedContacts: [other.id], removedContacts: [gone.id] });
    const { contacts } = await api.get<{ contacts: { id: number }[] }>(`/tag/${id}`);
    expect(contacts.map((contact) => contact.id).sort((a, b) => a - b)).toEqual([kept.id, other.id, colleagues.id]);
  });

  await test.step("deleting a tag says that conversations remain but lose it [TAG-003, TAG-007, LOG-009]", async () => {
    const { id, name } = await createTag(api);
    await page.getByRole("button", { name: `Excluir ${name}` }).click();
    const question = page.getByRole("alertdialog", { name: `Excluir a etiqueta ${name}?` });
    await expect(question).toContainText("As conversas continuam, mas perdem a etiqueta.");
    const remark = page.waitForRequest((request) => request.url().endsWith("/api/log"));
    await question.getByRole("button", { name: "Excluir etiqueta" }).click();
    await expect(page.getByText("Etiqueta excluída.")).toBeVisible();
    expect((await remark).postDataJSON()).toMatchObject({ log: { descricao: `Excluiu a etiqueta ${name}`, origem: "Tags", tagId: id } });
    await expect(page.getByRole("row", { name })).toHaveCount(0);
    expect((await api.get<Tag[]>("/tag")).map((tag) => tag.id)).not.toContain(id);
  });

  await test.step("the name that appears at an icon lets the pointer through to the row below", async () => {
    const name = uniqueName("Vizinha");
    const [first, second] = [`${name} 1`, `${name} 2`];
    // A list of six has a search.
    for (const each of [first, second, ...[3, 4, 5, 6].map((at) => `${name} ${String(at)}`)]) await createTag(api, { name: each });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("searchbox").fill(name);
    const [above, below] = [first, second].map((each) => page.getByRole("button", { name: `Excluir ${each}`, exact: true }));
    if (!above || !below) throw new Error("two tags have two buttons");
    await above.hover();
    const label = page.getByRole("tooltip");
    await expect(label).toBeVisible();
    const [box, place] = [await below.boundingBox(), await label.boundingBox()];
    if (!box || !place) throw new Error("both are on the screen");
    const [x, y] = [box.x + box.width / 2, Math.max(box.y, place.y) + 4];
    expect([x > place.x && x < place.x + place.width, y < Math.min(box.y + box.height, place.y + place.height)]).toEqual([true, true]);
    // A mouse goes there in one go, as a hand does, and without the checks of a locator's click.
    await page.mouse.click(x, y);
    await expect(page.getByRole("alertdialog", { name: `Excluir a etiqueta ${second}?` })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a dialog says when somebody deletes its tag meanwhile, a search without results is cleared by its button, and an empty page has one solid button", async () => {
    const tags = await Promise.all(Array.from({ length: 6 }, () => createTag(api)));
    const [{ id, name } = { id: 0, name: "" }, other] = tags;
    const search = page.getByRole("searchbox");
    await search.fill("nada disso");
    await page.getByRole("button", { name: "Limpar filtros" }).click();
    await expect(search).toHaveValue("");
    await page.getByRole("button", { name: `Editar ${name}` }).click();
    const dialog = dialogOf(page, "Editar etiqueta");
    const save = dialog.getByRole("button", { name: "Salvar" });
    await api.delete(`/tag/${other?.id ?? 0}`);
    await expect(page.getByText(other?.name ?? "", { exact: true })).toHaveCount(0);
    await expect(save).toBeEnabled();
    await api.delete(`/tag/${id}`);
    await expect(dialog.getByRole("alert")).toContainText("Alguém excluiu este item enquanto isso.");
    await expect(save).toBeDisabled();

    await page.route("**/api/tag", (route) => route.fulfill({ json: [] }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Nenhuma etiqueta" })).toBeVisible();
    const adding = page.getByRole("button", { name: "Adicionar etiqueta" });
    await expect(adding).toHaveCount(2);
    await expect(adding.and(page.locator(".MuiButton-contained"))).toHaveCount(1);
  });
});
