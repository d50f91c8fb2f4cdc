/** Light, dark, or as the system has it; this browser remembers it. The script of the pages listens to it. */

export function ThemeChoice() {
  return (
    <label class="theme">
      Colours{' '}
      <select>
        <option value="auto">Automatic</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
