// hexad case: the guide to the case file.

#include <memory>

#include "hexad/experiments/commands/commands.hpp"
#include "hexad/io/case/case.hpp"
#include "hexad/io/case/guide.hpp"

namespace hexad {

void add_case(CLI::App& app, Session& session) {
  auto* command = app.add_subcommand("case", "What may stand in a case file");
  auto key = std::make_shared<std::string>();
  auto markdown = std::make_shared<bool>(false);
  auto* name =
      command->add_option("key", *key, "Explain this key and those below it; without it, list all")
          ->type_name("KEY");
  command->add_flag("--markdown", *markdown, "The whole reference as Markdown")->excludes(name);
  command->footer(
      "Made from the same descriptions that check a case; 'hexad forecast CASE.yaml --dry-run'\n"
      "checks yours.\n"
      "Examples:\n"
      "  hexad case\n"
      "  hexad case time.dt\n"
      "  hexad case output");
  command->callback([&session, key, markdown] {
    session.action = [&session, key, markdown] {
      const Console console = session.options.console();
      console.text(*markdown      ? guide_markdown(case_schema())
                   : key->empty() ? guide_overview(case_schema())
                                  : guide_to_key(case_schema(), *key));
      return ExitCode::done;
    };
  });
}

}  // namespace hexad
