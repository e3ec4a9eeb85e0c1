/**
 * What the check says, by its reason: a word that stays, by which programs tell findings apart that have one code, and by which the console
 * says them in other languages. `{name}` is a parameter.
 */
export const findingWords = {
  answer_without_target: '"while_busy": "answer" needs "on_no_match", the step that answers; add it.',
  no_trigger: 'Nothing starts this scenario; add a trigger, such as {"type": "any"}.',
  trigger_taken: 'An earlier trigger fires on the same; this one never does. Remove or change one of them.',
  other_environment:
    'This workflow runs in {own} and is not started by {of} events; the trigger never fires.',
  no_such_channel:
    'The project has no channel {channels}, so the trigger never fires; correct it, or make the channel.',
  step_asks_beside:
    'A {type} stands beside other steps here, and nobody could tell which of them the customer means; put it before or after.',
  flow_asks_beside:
    'The flow "{flow}" waits for the customer, so it cannot be called beside other steps; call it before or after.',
  no_such_flow: 'There is no flow "{flow}" in "flows"; correct its name or add it.',
  flow_calls_itself:
    'The flow "{flow}" calls itself, directly or through others; go back with "next" or "goto" instead.',
  calls_too_deep:
    '"{flow}" calls {count} flows that call each other, and {most} are allowed; put some of them together.',
  no_such_day: '"{field}": there is no day {value}; write one that exists.',
  least_above_most: 'No answer can be right: "min" ({min}) is above "max" ({max}); exchange or correct them.',
  decision_twice:
    '"{name}" is an earlier option too; rename one of them, so that it shows which one was chosen.',
  waits_for_ever:
    'The step waits without a limit, so it never goes to "{target}"; say how long in "timeout_seconds".',
  text_twice:
    '"{name}" is another name of an earlier text too, which is the one that is taken; rename one of them.',
  no_number_of_seconds: '"{value}" is no number of seconds from 0 to {most}; correct it.',
  no_moment: '"{value}" is no moment; write one as 2026-11-20T09:00:00Z, or a day as 2026-11-20.',
  moment_too_late: '"{value}" is more than 30 days away; a flow that comes to it before then fails.',
  messages_in_a_row:
    'The flow says {most} messages in a row before it comes to "{step}", and no more are allowed; put a question or a delay in between.',
  expressions_too_slow: 'All expressions take too long to be read together; make them simpler.',
  no_such_step: 'There is no step "{step}"; correct the id or add the step.',
  not_outermost:
    '"{step}" stands in another list of steps; aim at a step of the outermost list of the document.',
  button_not_outermost:
    '"{step}" stands in another list of steps; a button leads to a step of the outermost list of the document.',
  other_list: '"{step}" stands in another list of steps; aim at a step of the same list.',
  nothing_leads_here: 'Nothing leads to "{step}"; aim at it from another step or remove it.',
  no_calendar:
    'The project has no calendar, so it counts as always open; say in its calendar when it is open.',
  endless_loop:
    'The flow can go round through {steps} without ever waiting; put a question or a delay of some seconds in between, or use a for_each.',
  image_not_web: 'An image is an http:// or https:// address; a message with another one ends as failed.',
  channel_refuses: 'A {channel} channel would not take it: {fault}.',
  option_twice: '"{name}" names an earlier option too, which is the one that is taken; rename one of them.',
  word_twice:
    '"{name}" names two options of this choice, so it cannot be told which one is meant; take it away from one of them.',
  option_as_button:
    '"{name}" is also the button {button}, which is the one that is pressed; rename one of them.',
  slow_pattern:
    'Some long texts are too much for this pattern: its search is given up, and then a trigger does not fire and a step fails. Lower its counts, repeat fewer parts, or begin it with ^.',
  no_such_workflow: 'There is no workflow "{name}"; correct its name or create it.',
  no_such_receiver: 'There is no receiver "{name}"; correct its name or create it.',
  no_such_operation: 'There is no operation "{name}"; correct its name or create it.',
  operation_elsewhere: 'This workflow runs in {environment}, and "{name}" does not; change one of the two.',
  input_missing: 'The operation "{name}" needs the input "{input}"; add it.',
  takes_no_payments: '"{name}" takes no payments; use a step of type operation, or another operation.',
  takes_payments: '"{name}" takes payments; use a step of type payment.',
  no_such_input: 'The operation "{name}" has no input "{input}"; it has {known}.',
  no_such_table: 'There is no table "{name}"; correct its name or create it.',
  no_such_column: 'The table "{name}" has no column "{column}"; it has {known}.',
  column_missing: 'The table "{name}" takes no row without the column "{column}"; add it.',
  no_column_to_read: 'The table "{name}" has no column "{column}"; correct its name or add it.',
  starts_in_circle:
    'Workflows start each other without an end: {names}. Take one of these steps out; for what has to be done again and again, use a schedule or a circle with a delay inside one workflow.',
  template_unreadable: 'The template cannot be read: {fault}.',
  reads_arrival:
    'The condition reads what arrives, as "event", and no "{name}"; compare with what the flow knows in "match".',
  no_such_name: 'There is no "{name}" to read; use one of {known}.',
  state_unset: 'Nothing here sets the field "{name}" of the state; it may be empty.',
  no_variables_yet: 'A trigger is tried before its flow begins, so there are no variables to read.',
  var_unset: 'Nothing here sets the variable "{name}"; give it in "vars", or set it in a step.',
  step_of_other_flow:
    'The step "{step}" stands in another flow; flows read of each other the "input" and the "output" of a call.',
  no_step_to_read: 'There is no step "{step}" whose output could be read; correct the id.',
  no_output: 'The step "{step}" is a {type}, which has no output.',
  no_such_output: 'The output of "{step}" has {known}, but no "{name}".',
  step_skipped:
    'A flow that a trigger starts at "{start}" comes here without "{step}", whose output is then empty.',
  no_input: 'A scenario is started without an input; read "event", "answer", "state" or "vars".',
  table_unnamed:
    'Name the table, as in {{ table.prices.first.amount }}; a name that is computed is not loaded.',
  no_such_part: 'A table has rows, first and count, but no "{name}".',
  id_twice: 'Another step is called "{step}" too; give each step an id of its own.',
  only_in_dialogs: 'A workflow has no {type}, as no customer answers it; use a scenario for this step.',
  button_in_workflow: 'A press moves a dialog, so no button leads to a step of a workflow; take "next" out.',
  lists_too_deep: 'Lists of steps are nested at most {most} deep; start a workflow in the inner list.',
  too_many_steps: 'A definition has at most {most} steps; move a part of them into a workflow.',
  customer_missing:
    'The step needs a customer, and a run that a {starter} starts brings none. Say in "customer" of that trigger for whom it is, or take this step out.',
  input_not_given: 'No call of the flow "{flow}" gives it the input "{name}"; add it where it is called.',
  output_not_given: 'The flow "{flow}" gives back no output "{name}"; give it in the "output" of an "end".',
  expression_unusable: 'The expression cannot be used: {fault}.',
  message_unsendable: '{fault}; shorten or correct it.',
  not_an_object: 'A definition is a JSON object with "triggers" and "steps".',
  nested_too_deep: 'A definition is nested at most {most} levels deep.',
  forbidden_name: 'No field may be called "__proto__"; give it another name.',
  too_many_bytes: 'A definition has at most 512 KiB; move a part of it into a workflow of its own.',
  no_such_field: 'There is no field "{field}" here; correct its name or remove it.',
  no_such_type: 'There is no type called "{type}" here; use one of {known}.',
  form_fault: '"{field}": {fault}',
  pin_no_object: 'The output of a step of the type {type} is an object with {known}.',
  pin_no_such_name: 'The output of a step of the type {type} is an object with {known}, and no "{name}".',
  field_missing: '"{field}" is missing; add it.',
} as const;

export type FindingReason = keyof typeof findingWords;
export type FindingParams = Readonly<Record<string, string | number>>;

/** What a finding says, with its reason and parameters for those who say it otherwise. */
export function says(reason: FindingReason, params: FindingParams = {}) {
  const words: string = findingWords[reason];
  const message = words.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (whole, name) => String(params[name] ?? whole));
  return { message, reason, params };
}
