/** Thrown if words are too short for an index and too rare to be found without one. The response is 422 at `q`. */
export class VagueSearch extends Error {
  constructor() {
    super('Please search for at least three letters. There are too many entries to search all of them for fewer.');
    this.name = 'VagueSearch';
  }
}
