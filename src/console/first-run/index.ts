export { type ExampleName, exampleNames } from './example-names.ts';
export { writeExample } from './examples.ts';
export { Guide } from './guide.tsx';
export { SampleButton } from './sample-button.tsx';
