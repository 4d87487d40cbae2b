export const FIRST_NAMES =
  "Ana João Maria José Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel Marcelo Bruno Eduardo Felipe Rodrigo Fernanda Juliana Patrícia Aline Camila Bruna Jéssica Letícia Amanda Beatriz Larissa Mariana Vanessa Gabriela Débora Cláudia Sônia Vera Lúcia Rita Márcia Sandra Regina Denise Tatiana Simone Renata Priscila Viviane Adriana Cristina Fábio André Thiago Leandro Vinícius Gustavo Henrique Matheus Guilherme Leonardo Diego Alexandre Ricardo Roberto Sérgio Jorge Fernando Cláudio Márcio Renato Edson Wagner Anderson Sebastião Benedito Raimundo Geraldo Heitor Miguel Arthur Davi Bernardo Samuel Enzo Isabela Helena Alice Laura Valentina Sophia Manuela Luiza Cecília Lívia Elisa Clara Olívia Yasmin Nicole Caio Otávio Murilo Igor".split(
    " ",
  );

export const LAST_NAMES =
  "Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Moura Cavalcanti Araújo Pinto Correia Batista Campos Monteiro Cunha Duarte Castro Melo Borges Farias Reis Peixoto Azevedo Barros Brito Xavier Siqueira Tavares Coelho Bezerra Fonseca Aguiar Amaral Assunção Bastos Bittencourt Braga Caldas Camargo Chaves Damasceno Esteves Figueiredo Galvão Guimarães Leite Macedo Magalhães Medeiros Miranda Morais Mota Neves Nogueira Pacheco Paiva Queiroz Rezende Sampaio Toledo Trindade Valente Vasconcelos Viana Zanetti Ximenes".split(
    " ",
  );

const SYLLABLES =
  "ba be bi bo ca ce co da de di do fa fe fi ga go la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo ção ões ar er ir al il ado ida mente".split(
    " ",
  );
/** Words that are put into messages at a fixed rate, for searches. */
export const MARKED_WORDS = { common: "boleto", middle: "garantia", rare: "xilofone" };

const VOCABULARY = 4000;
/** The number of short words, which are the most frequent ones, as in a language. */
const SHORT_WORDS = 150;
const LONGEST_SENTENCE = 60;

function createVocabulary(random) {
  const words = [];
  const seen = new Set(Object.values(MARKED_WORDS));
  while (words.length < VOCABULARY) {
    const syllables = 1 + random.below(3) + (words.length > SHORT_WORDS ? 1 : 0);
    let word = "";
    for (let i = 0; i < syllables; i++) word += random.pick(SYLLABLES);
    if (seen.has(word)) continue;
    seen.add(word);
    words.push(word);
  }
  return words;
}

/** A source of sentences whose words follow a power law, as in a language; most sentences are short, a few are long. */
export function createSentences(random) {
  const words = createVocabulary(random);
  const cumulative = new Float64Array(words.length);
  let sum = 0;
  for (let i = 0; i < words.length; i++) cumulative[i] = sum += 1 / Math.pow(i + 2, 0.9);

  const word = () => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low];
  };
  return () => {
    const length = Math.min(LONGEST_SENTENCE, 3 + Math.floor(-Math.log(1 - random.next()) * 8));
    return Array.from({ length }, word).join(" ");
  };
}
