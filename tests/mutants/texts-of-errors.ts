/** The part of Babel's syntax tree that is read here. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly object?: Node;
}
interface NodePath {
  readonly node: Node;
  readonly parent?: Node;
}

const ERRORS = ['Error', 'RangeError', 'TypeError'];

/**
 * A plugin of Stryker. Left out: the English of errors that say "this is a bug", and of lines in the console. Code never reads it, and a test
 * that repeats it would only make it harder to write better. What a person reads, and names that code tells errors apart by, stay in.
 */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts of errors',
    value: {
      shouldIgnore({ node, parent }: NodePath): string | undefined {
        if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
        const isError = parent?.type === 'NewExpression' && ERRORS.includes(parent.callee?.name ?? '');
        const isConsole = parent?.type === 'CallExpression' && parent.callee?.object?.name === 'console';
        return isError || isConsole ? 'English that no code reads' : undefined;
      },
    },
  },
];
