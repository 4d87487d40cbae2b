/** The fields of the node, and what each operation asks of Balcão. */
const field = (displayName, name, operations, more = {}) => ({
  ...{ displayName, name, type: "string", default: "" },
  displayOptions: { show: { operation: operations } },
  ...more,
});

const OPERATIONS = [
  { name: "Send", value: "send", action: "Send a text, file or template" },
  { name: "Find Contact", value: "findContact", action: "Find contacts" },
  { name: "Find Conversation", value: "findConversation", action: "Find the live conversation of a contact" },
  { name: "Close", value: "close", action: "Close a conversation" },
  { name: "Tag", value: "tag", action: "Tag a contact" },
];

const properties = [
  { displayName: "Operation", name: "operation", type: "options", noDataExpression: true, options: OPERATIONS, default: "send" },
  field("Number", "number", ["send"], { description: "As people write it; leave it empty where there is a contact" }),
  field("Contact ID", "contactId", ["send", "findConversation", "tag"]),
  field("Text", "body", ["send"], { typeOptions: { rows: 4 } }),
  field("File Address", "mediaUrl", ["send"], { description: "The address of a file in Balcão" }),
  field("Template", "template", ["send"], { description: "The name of an approved template, instead of a text" }),
  field("Template Values", "values", ["send"], {
    typeOptions: { multipleValues: true },
    default: [],
    description: "One for each field of the template, from top to bottom",
  }),
  field("Connection ID", "whatsappId", ["send"], { description: "Empty for the default connection" }),
  field("Queue ID", "queueId", ["send"]),
  field("User ID", "userId", ["send"], { description: "For whom a new conversation is opened" }),
  field("Key", "key", ["send"], { description: "What is sent once, such as an order; empty for once per item of an execution" }),
  field("Name or Number", "search", ["findContact"], { required: true }),
  field("Conversation ID", "ticketId", ["close"], { required: true }),
  field("Say Goodbye", "farewell", ["close"], { type: "boolean", default: false }),
  field("Tag ID", "tagId", ["tag"], { required: true }),
];

/** The fields that are filled in. */
const filled = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined));
const isKey = (text) => /^[\x21-\x7e]{1,100}$/.test(text);

/** What an operation calls, and which list of the answer its items are. `read` gives a field, `once` names the item of this execution. */
function toCall(operation, read, once) {
  switch (operation) {
    case "send": {
      const key = read("key") || once;
      if (!isKey(key)) throw new Error("The key is at most 100 characters of ASCII without spaces");
      const names = ["number", "contactId", "body", "mediaUrl", "whatsappId", "queueId", "userId"];
      const fields = Object.fromEntries(names.map((name) => [name, read(name)]));
      const template = read("template") === "" ? "" : { name: read("template"), values: read("values") };
      return { method: "POST", path: "/send", headers: { "Idempotency-Key": key }, body: filled({ ...fields, template }) };
    }
    case "findContact":
      return { method: "GET", path: `/contacts?searchParam=${encodeURIComponent(read("search"))}`, list: "contacts" };
    case "findConversation":
      return { method: "GET", path: `/tickets/contact/${encodeURIComponent(read("contactId"))}` };
    case "close":
      return {
        method: "PUT",
        path: `/tickets/${encodeURIComponent(read("ticketId"))}`,
        body: { status: "closed", onlyClose: read("farewell") !== true },
      };
    case "tag":
      return {
        method: "POST",
        path: "/contacts/many/tags",
        body: { contactIds: [Number(read("contactId"))], addedTagIds: [Number(read("tagId"))] },
      };
    default:
      throw new Error(`There is no operation ${operation}`);
  }
}

module.exports = { properties, toCall };
