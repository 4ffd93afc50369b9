// Behind a switch: which host should gather which component, so that little is sent?
//
//     c++ plan.cpp -o plan $(pkg-config --cflags --libs redist) && ./plan
#include <redist/redist.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

struct Free {
    void operator()(rd_solution *solution) const
    {
        rd_solution_free(solution);
        delete solution;
    }
};
using Solution = std::unique_ptr<rd_solution, Free>;

Solution solve(const rd_problem &problem)
{
    Solution solution(new rd_solution());
    rd_call_error error{};
    if (!rd_solve(&problem, solution.get(), &error))
        throw std::runtime_error(error.message);
    return solution;
}

} // namespace

int main()
{
    // Three hosts, three components. Each component lies on two hosts, four items to one.
    const std::vector<std::int64_t> load = {1, 4, 0,  // host 0
                                            0, 1, 4,  // host 1
                                            4, 0, 1}; // host 2
    rd_problem problem{};
    problem.host_count = 3;
    problem.kind_count = 3;
    problem.shape = RD_SHAPE_SWITCH;
    problem.every_seconds_per_item = 3;
    problem.load = load.data();
    problem.goal = RD_GOAL_GATHER;
    try {
        const Solution solution = solve(problem);
        std::cout << solution->algorithm << ": " << solution->makespan_s << " s\n";
        for (std::size_t i = 0; i < solution->plan.transfer_count; i++)
            std::cout << "  round " << solution->plan.round[i] << ": host "
                      << solution->plan.from[i] << " sends host " << solution->plan.to[i] << " "
                      << solution->plan.messages[i] * solution->plan.items[i]
                      << " items of component " << solution->plan.kind[i] << "\n";
        for (std::uint32_t host = 0; host < problem.host_count; host++)
            for (std::uint32_t kind = 0; kind < problem.kind_count; kind++)
                if (solution->final_load[host * problem.kind_count + kind] > 0)
                    std::cout << "component " << kind << " lies on host " << host << "\n";
        std::cout << (solution->proved_optimal ? "proved optimal" : "not known to be optimal")
                  << "\n";
    } catch (const std::exception &error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
