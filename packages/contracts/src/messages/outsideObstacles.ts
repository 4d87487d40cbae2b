/** Why a message of a program does not leave, as its call or the message itself says it (D-651). */
export const OUTSIDE_OBSTACLES = {
  right: { code: "ERR_NO_PERMISSION", message: "Quem enviou não pode mais escrever nesta conversa" },
  late: { code: "ERR_VALIDATION", message: "A mensagem esperou mais de um dia pela sua vez." },
  optedOut: { code: "ERR_VALIDATION", message: "Este contato não quer receber mensagens automáticas." },
  windowClosed: {
    code: "ERR_VALIDATION",
    message: "Fora da janela de 24 horas só chega um template com todos os valores preenchidos.",
  },
} as const;
export type OutsideObstacle = keyof typeof OUTSIDE_OBSTACLES;
