// Refusals in the standard's form: RFC 7807 with the types of the central bank's API Pix.

/** A broken rule of a request: `propriedade` is its path. */
export type Violation = { razao: string; propriedade: string; valor?: string };

const problems = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  AcessoNegado: [403, 'Acesso negado.'],
  NaoEncontrado: [404, 'Não encontrado.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  CobConsultaInvalida: [400, 'Consulta de cobranças inválida.'],
  CobPayloadNaoEncontrado: [404, 'Cobrança não encontrada para a location requisitada.'],
  CobVNaoEncontrada: [404, 'Cobrança com vencimento não encontrada.'],
  CobVOperacaoInvalida: [400, 'Cobrança com vencimento inválida.'],
  PixNaoEncontrado: [404, 'Pix não encontrado.'],
  PixConsultaInvalida: [400, 'Consulta de Pix inválida.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada.'],
  EnvioInvalido: [400, 'Envio inválido.'],
  EnvioNaoEncontrado: [404, 'Envio não encontrado.'],
  PayloadLocationRecNaoEncontrado: [404, 'Location não encontrada.'],
  RecNaoEncontrada: [404, 'Recorrência não encontrada.'],
  RecOperacaoInvalida: [400, 'Recorrência inválida.'],
  CobRNaoEncontrada: [404, 'Cobrança recorrente não encontrada.'],
  CobROperacaoInvalida: [400, 'Cobrança recorrente inválida.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado.'],
} as const;

export type ProblemType = keyof typeof problems;

/** Thrown by the bank's rules; the protocol's error handler answers it. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly status: number;
  readonly violations: Violation[];

  constructor(type: ProblemType, detail: string, violations: Violation[] = []) {
    super(detail);
    this.type = type;
    this.status = problems[type][0];
    this.violations = violations;
  }

  /** The body of an `application/problem+json` reply. */
  toBody(): object {
    return {
      type: `https://pix.bcb.gov.br/api/v2/error/${this.type}`,
      title: problems[this.type][1],
      status: this.status,
      detail: this.message,
      ...(this.violations.length > 0 ? { violacoes: this.violations } : {}),
    };
  }
}

/** A refusal in the words of Efí, which keeps its own form for what the standard leaves open. */
export class EfiError extends Error {
  readonly status = 400;
  readonly nome: 'valor_invalido' | 'webhook_invalido';

  constructor(nome: EfiError['nome'], mensagem: string) {
    super(mensagem);
    this.nome = nome;
  }

  toBody(): object {
    return { nome: this.nome, mensagem: this.message };
  }
}
