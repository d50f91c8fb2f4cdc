/** Tells a question in another language, so that the answer can say that only English is read. */

import { type Sentence, wordSet } from './words.ts';

/** Words that stand in nearly every question of a language and in few of English. */
const WORDS = wordSet(
  [
    'wie wieviel wieviele viele welche welcher welches leute waren gestern heute morgen woche letzte letzten kurse kurs nicht voll und oder der die das den dem ein eine ist sind wann wer warum haben hatten im auf mit fur wir uns unser trainer teilnehmer auslastung',
    'combien personnes sont venues hier aujourd hui demain semaine derniere mois cours quel quelle quels quelles le la les un une des du de est qui quand pourquoi avons nous notre remplit mieux ses pas plus moins dans pour avec et ou',
    'cuantas cuanta cuantos cuanto personas vinieron ayer hoy manana semana pasada mes clases clase cual cuales quien cuando por que el los las una es son estan llenas nuestro tenemos gente en con y',
    'quante quanta quanti quanto persone sono venute ieri oggi domani settimana scorsa mese corsi lezioni quale quali chi quando perche il lo gli una e di nostro abbiamo con',
    'quantas quantos pessoas vieram ontem hoje amanha semana passada mes aulas qual quais quem quando por que os as uma nosso temos com',
    'hoeveel mensen waren gisteren vandaag morgen week vorige maand lessen welke wie wanneer waarom het een zijn niet vol onze hebben met van',
    'ile osob bylo wczoraj dzisiaj jutro tydzien zajecia ktore kto kiedy dlaczego jest nie',
    'hur manga personer kom igar idag veckan klasser vilka vem nar varfor ar inte',
  ].join(' '),
);
/** Of these some are English words too, and say nothing. */
const ENGLISH = wordSet(
  'die most den trainer week plus moment in on a is or an as man war me se were no',
);

/** @param isKnown whether a word was understood as English */
export function isOtherLanguage(sentence: Sentence, isKnown: (at: number) => boolean): boolean {
  const letters = sentence.text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((one) => /\p{Script=Latin}/u.test(one));
  if (letters.length > 3 && latin.length < letters.length / 2) return true;
  const foreign = sentence.tokens.filter(
    ({ word }) => WORDS.has(word) && !ENGLISH.has(word),
  ).length;
  const english = sentence.tokens.filter(({ word }, at) => isKnown(at) && !WORDS.has(word)).length;
  return foreign >= 2 && foreign > english;
}
