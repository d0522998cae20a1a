/** Told now and then how far long work has come: steps done, steps in all, and what they are (`records`). */
export type Progress = (done: number, total: number, what: string) => void;
