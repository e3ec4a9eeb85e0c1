/**
 * The step at which a run begins that goes on with what an earlier one has left, as it stands in the task and in the row of the run. A
 * process of an older build that runs beside this one reads the step, and drops what else it does not know: it would carry out the step
 * without the outputs before it, or once more although its outcome is given. So the step has a name there that no step can have: an older
 * build finds no such step, and the run fails without having done anything.
 */

const mark = '@';

/** The name under which the step is written. */
export const writtenStep = (step: string): string => (step.startsWith(mark) ? step : mark + step);

/**
 * The step that is meant.
 * @param goesOn whether what the earlier run has left came with it; without it no step is meant, as for an older build
 */
export const meantStep = (written: string, goesOn: boolean): string =>
  goesOn && written.startsWith(mark) ? written.slice(mark.length) : written;
