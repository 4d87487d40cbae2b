import { ask } from "./ask.js";
import { post } from "./dom.js";
import { t } from "./words.js";

/** Asks for the code with which a phone is linked. */
export function askCode(user) {
  const limits = { class: "code", maxlength: "9", autocomplete: "off", autocapitalize: "characters" };
  const fields = [["code", t("phones.code"), { ...limits, "data-testid": "pair-code-input" }]];
  const lead = t("phones.codeLead", { name: user.name });
  ask({ title: t("phones.typeCode"), lead, fields, label: t("phones.link") }, (values) =>
    post("code", { user: user.id, code: values.code }),
  );
}

/** Asks for a new customer; `added` is called with the phone. */
export function askCustomer(added) {
  const fields = [
    [
      "name",
      t("newCustomer.name"),
      { "data-testid": "customer-name", maxlength: "60", autocomplete: "off", placeholder: t("newCustomer.example") },
    ],
    [
      "phone",
      t("newCustomer.number"),
      { "data-testid": "customer-phone", inputmode: "tel", autocomplete: "off", placeholder: "55 11 90000-0004" },
    ],
  ];
  const lead = t("newCustomer.lead");
  ask({ title: t("customers.add"), lead, fields, label: t("newCustomer.add") }, async (values) => {
    await post("customer", values);
    added(values.phone.replace(/\D/g, ""));
  });
}
